// Browser APIs that jsdom lacks.
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

window.matchMedia = (query) =>
  ({ matches: false, media: query, addEventListener: () => {}, removeEventListener: () => {} }) as unknown as MediaQueryList;
window.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
Element.prototype.scrollIntoView = () => {};

// Timeout for elements that never appear.
configure({ asyncUtilTimeout: 20_000 });
afterEach(cleanup);
