// What a person calls their browser. The order matters: most browsers also claim to be Chrome, and Chrome to be Safari.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger\//, '微信 WeChat'],
  [/QQBrowser\//, 'QQ Browser'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/(?:OPR|Opera)\//, 'Opera'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/Version\/.+Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/OpenHarmony|HarmonyOS/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
];

const firstOf = (table: typeof BROWSERS, text: string): string | null =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** Browser and system by a User-Agent header; null for what is not known. */
export const readUserAgent = (text: string): { browser: string | null; system: string | null } => ({
  browser: firstOf(BROWSERS, text),
  system: firstOf(SYSTEMS, text),
});
