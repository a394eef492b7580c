// What a page looks like, measured; see looks.py. Run in the page as the body of a function.

const W = innerWidth,
  H = innerHeight;
const shown = (el) => el.checkVisibility({ opacityProperty: true, visibilityProperty: true });
const heard = (el) => el.closest('.visually-hidden, [aria-live]') !== null;
const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? null;
const banner = document.querySelector('[data-testid="net-banner"], [data-testid="toast"]');
// What is inert is a picture: it takes no finger, and what it shows is told elsewhere.
const inLayer = (el) => (dialog === null || dialog.contains(el)) && el.closest('[inert]') === null;
const name = (el) =>
  `<${el.tagName.toLowerCase()}${el.dataset.testid ? ' ' + el.dataset.testid : ''}` +
  ` ${[...el.classList].filter((c) => !c.startsWith('svelte')).join('.')}>` +
  ` "${(el.innerText ?? '').slice(0, 40).replace(/\s+/g, ' ')}"`;
const CONTROLS = 'button, a[href], input, select, textarea, summary, [role="button"]';
const own = (el, at) => {
  if (at === null) return false;
  if (at === el || el.contains(at)) return true;
  return el.matches('input') && (el.labels?.[0]?.contains(at) ?? false);
};
/** The part of a box that its clipping ancestors leave, and whether one of them scrolls to it. */
const left = (el, box) => {
  let { left, top, right, bottom } = box,
    scrolls = { x: false, y: false };
  for (let up = el; up !== null && up !== document.documentElement; up = up.parentElement) {
    const style = getComputedStyle(up);
    if (style.position === 'fixed' && up !== el) break;
    const of = up.getBoundingClientRect();
    for (const [axis, low, high] of [
      ['x', of.left, of.right],
      ['y', of.top, of.bottom],
    ]) {
      const flow = axis === 'x' ? style.overflowX : style.overflowY;
      if (flow === 'visible' || (up === el && flow === 'clip')) continue;
      if (flow === 'auto' || flow === 'scroll') scrolls[axis] = true;
      if (axis === 'x') {
        left = Math.max(left, low);
        right = Math.min(right, high);
      } else {
        top = Math.max(top, low);
        bottom = Math.min(bottom, high);
      }
    }
  }
  return { left, top, right, bottom, scrolls };
};
const texts = () => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
    const el = node.parentElement;
    if (!/\S/.test(node.data) || el.closest('svg, script, style, option') || !shown(el) || heard(el))
      continue;
    if (!inLayer(el)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    // The letters, not the line: a font's box is far taller than what is drawn in it.
    const tall = 0.8 * parseFloat(getComputedStyle(el).fontSize);
    for (const line of range.getClientRects()) {
      if (line.width <= 1 || line.height <= 1) continue;
      const middle = (line.top + line.bottom) / 2;
      const box = new DOMRect(line.left, middle - tall / 2, line.width, tall);
      found.push({ el, box, rest: left(el, box) });
    }
  }
  return found;
};

const faults = () => {
  const faults = [];
  if (document.documentElement.scrollWidth > W + 1)
    faults.push(`the page is ${document.documentElement.scrollWidth} wide`);
  const ellipsis = (el) => {
    for (let up = el; up !== null; up = up.parentElement)
      if (getComputedStyle(up).textOverflow === 'ellipsis' && getComputedStyle(up).overflowX !== 'visible')
        return true;
    return false;
  };
  const scrolling = document.querySelector('main.table') === null || dialog !== null;
  const all = texts();
  for (const { el, box, rest } of all) {
    const cut = 2;
    if (!rest.scrolls.x && !ellipsis(el) && (rest.left > box.left + cut || rest.right < box.right - cut))
      faults.push(`cut at the side: ${name(el)}`);
    if (!rest.scrolls.y && (rest.top > box.top + 2 || rest.bottom < box.bottom - 2))
      faults.push(`cut: ${name(el)}`);
    if (!rest.scrolls.x && !ellipsis(el) && (box.left < -1 || box.right > W + 1))
      faults.push(`off-screen: ${name(el)}`);
    if (!scrolling && (box.top < -1 || box.bottom > H + 1)) faults.push(`off-screen: ${name(el)}`);
  }
  for (const el of document.querySelectorAll(CONTROLS)) {
    if (!shown(el) || heard(el) || !inLayer(el)) continue;
    const box = el.getBoundingClientRect(),
      rest = left(el, box);
    if (!rest.scrolls.x && (box.left < -1 || box.right > W + 1)) faults.push(`off-screen: ${name(el)}`);
    if (!scrolling && (box.top < -1 || box.bottom > H + 1)) faults.push(`off-screen: ${name(el)}`);
  }
  // Text under something else, or on other text. Cards lie on one another by design.
  const cards = '[data-testid="hand"], [data-testid="trick"]';
  const flat = all.filter(({ el }) => el.closest(cards) === null && el.closest('.emblem') === null);
  for (const { el, rest } of flat) {
    const x = (rest.left + rest.right) / 2,
      y = (rest.top + rest.bottom) / 2;
    if (rest.right - rest.left < 2 || rest.bottom - rest.top < 2 || x < 0 || x > W || y < 0 || y > H)
      continue;
    if (getComputedStyle(el).pointerEvents === 'none') continue;
    const at = document.elementFromPoint(x, y);
    const sticky = at !== null && (at.closest('.go, thead, .head, .foot') !== null || banner?.contains(at));
    const glass =
      at !== null &&
      /rgba\(.*, 0\)|transparent/.test(getComputedStyle(at).backgroundColor) &&
      !/\S/.test(at.innerText ?? '');
    const picture = at?.closest('svg')?.parentElement.parentElement.contains(el);
    const field = at !== null && at.matches('input') && at.parentElement.contains(el);
    if (at !== null && !at.contains(el) && !el.contains(at) && !sticky && !field && !glass && !picture)
      faults.push(`covered: ${name(el)} by ${name(at)}`);
  }
  for (let i = 0; i < flat.length; i++)
    for (let j = i + 1; j < flat.length; j++) {
      const a = flat[i],
        b = flat[j],
        p = a.rest,
        q = b.rest;
      if (a.el === b.el) continue;
      const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
      const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
      if (wide > 3 && high > 2) {
        const x = Math.max(p.left, q.left) + wide / 2,
          y = Math.max(p.top, q.top) + high / 2;
        const at = document.elementFromPoint(x, y);
        if (at !== null && at.closest('.go, thead, .foot') !== null) continue;
        faults.push(`on one another: ${name(a.el)} and ${name(b.el)}`);
      }
    }
  return [...new Set(faults)];
};

const hits = (least) => {
  const run = (el, x, y, dx, dy) => {
    let n = 0;
    for (; n < 50; n += 1) {
      const px = x + n * dx,
        py = y + n * dy;
      if (px < 0 || py < 0 || px >= W || py >= H || !own(el, document.elementFromPoint(px, py))) break;
    }
    return n;
  };
  const small = [];
  for (const el of document.querySelectorAll(CONTROLS)) {
    if (!el.checkVisibility({ visibilityProperty: true }) || heard(el) || !inLayer(el)) continue;
    const box = el.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    // Only what lies whole on the screen; the rest is scrolled to.
    const rest = left(el, box);
    const middle = (box.top + box.bottom) / 2;
    if (rest.top > box.top + 1 || rest.bottom < box.bottom - 1 || box.top < 0 || box.bottom > H + 0.5)
      continue;
    if (el.matches('a') && getComputedStyle(el).display === 'inline') continue; // a word in a sentence
    const under = (y) =>
      document.elementFromPoint((box.left + box.right) / 2, y)?.closest('.go, .foot, thead');
    if ([box.top + 2, box.bottom - 2].some((y) => under(y) && !under(y).contains(el))) continue; // scrolled to
    let best = null;
    for (const y of [0.5, 0.3, 0.75].map((part) => box.top + part * box.height)) {
      for (let x = Math.max(0, box.left) + 2; x < Math.min(W, box.right) - 1; x += 4) {
        if (!own(el, document.elementFromPoint(x, y))) continue;
        const [ahead, behind] = [run(el, x, y, 1, 0), run(el, x, y, -1, 0)];
        const wide = ahead + behind - 1;
        if (best === null || wide > best.wide) {
          const at = x + (ahead - behind) / 2;
          best = { wide, high: run(el, at, y, 0, 1) + run(el, at, y, 0, -1) - 1 };
        }
        x += ahead;
      }
      if (best !== null && best.wide >= least && best.high >= least) break;
    }
    if (best === null) {
      const at = document.elementFromPoint((box.left + box.right) / 2, middle);
      if (at?.closest('.go, thead, .foot, .head') == null) small.push(`nowhere: ${name(el)}`);
    } else if (best.wide < least || best.high < least) small.push(`${best.wide}×${best.high}: ${name(el)}`);
  }
  return small;
};

const disorder = () => {
  const wrong = [];
  for (const el of document.querySelectorAll('[data-num]')) {
    if (!el.checkVisibility()) continue;
    const walk = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
    let before = -Infinity,
      top = null,
      text = '';
    for (let node = walk.nextNode(); node !== null; node = walk.nextNode())
      for (let i = 0; i < node.data.length; i++) {
        if (/\s/.test(node.data[i])) continue;
        const range = document.createRange();
        range.setStart(node, i);
        range.setEnd(node, i + 1);
        const box = range.getBoundingClientRect();
        if (box.width === 0) continue;
        text += node.data[i];
        if (box.left < before - 0.5)
          wrong.push(`${el.dataset.num}: ${node.data[i]} stands before what it follows`);
        if (top !== null && Math.abs(box.top - top) > box.height / 2)
          wrong.push(`${el.dataset.num} is broken`);
        before = box.left;
        top = box.top;
      }
    if (text === '') wrong.push(`${el.dataset.num} is not there`);
  }
  return [...new Set(wrong)];
};

const untranslated = (lang, names) => {
  const strange = [];
  const known = new Set(names);
  const all = [...document.querySelectorAll('[aria-label], [title], [alt], [placeholder]')]
    .filter(shown)
    .flatMap((el) => ['aria-label', 'title', 'alt', 'placeholder'].map((one) => el.getAttribute(one) ?? ''));
  all.push(
    ...texts()
      .filter(({ el }) => el.closest('[lang]') === document.documentElement)
      .map(({ el }) => el.innerText ?? ''),
    document.title,
  );
  for (const text of all) {
    for (const [word] of text.matchAll(/[a-z][a-z_]*(\.[a-z0-9_]+)+/g))
      if (!word.includes('majlis.') && !word.includes('http')) strange.push(`key: ${word}`);
    if (lang === 'ar')
      for (const [word] of text.matchAll(/[A-Za-z]{3,}/g))
        if (!known.has(word) && !/^[A-Z]{6}$/.test(word)) strange.push(`no Arabic: ${text}`);
  }
  return [...new Set(strange)];
};

const settled = async () => {
  await document.fonts.ready;
  const moving = () =>
    document.getAnimations().filter((one) => {
      const of = one.effect?.getComputedTiming();
      return one.playState === 'running' && of && of.iterations !== Infinity;
    });
  while (moving().length > 0) await Promise.allSettled(moving().map((one) => one.finished));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
};
