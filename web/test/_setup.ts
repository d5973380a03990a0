// What a browser has and jsdom has not.
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

window.matchMedia = (query) =>
  ({ matches: false, media: query, addEventListener: () => {}, removeEventListener: () => {} }) as unknown as MediaQueryList;
window.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
Element.prototype.scrollIntoView = () => {};

afterEach(cleanup);
