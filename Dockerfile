# The browser application.
FROM node:24-slim AS frontend
WORKDIR /build/frontend
COPY frontend/package.json frontend/package-lock.json frontend/.npmrc ./
RUN npm ci --ignore-scripts
COPY frontend/ ./
RUN npm run build

# The program: locked, hashed requirements, and nothing that only a build needs.
FROM python:3.11-slim
RUN useradd --system --create-home --home-dir /srv/majlis majlis
WORKDIR /srv/majlis
COPY requirements.txt ./
RUN pip install --no-cache-dir --require-hashes -r requirements.txt
COPY engine/ engine/
COPY app/ app/
COPY migrations/ migrations/
COPY --from=frontend /build/frontend/dist/ frontend/dist/
RUN python -m compileall -q engine app migrations && mkdir data && chown majlis data
USER majlis
ENV MAJLIS_ENV=production MAJLIS_DATA_DIR=/srv/majlis/data PYTHONUNBUFFERED=1
VOLUME /srv/majlis/data
EXPOSE 8000
ENTRYPOINT ["python", "-m", "app.cli"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000"]
