import { cleanup } from '@testing-library/svelte';
import { afterEach } from 'vitest';

afterEach(cleanup);

/** jsdom has no animations and no media queries. */
Element.prototype.animate ??= function animate() {
  return {
    finished: Promise.resolve(),
    cancel() {},
    finish() {},
    addEventListener() {},
    removeEventListener() {},
  } as unknown as Animation;
};
Element.prototype.getAnimations ??= () => [];
window.matchMedia ??= (media: string) =>
  ({ matches: false, media, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
window.scrollTo = () => {};
