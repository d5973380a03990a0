// Familiar names of browsers and systems, with the version number if one follows. Order matters: most browsers also claim to be
// Chrome, and Chrome claims to be Safari.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger\/(\d+)/, '微信 WeChat'],
  [/QQBrowser\/(\d+)/, 'QQ Browser'],
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/(?:OPR|Opera)\/(\d+)/, 'Opera'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:HeadlessChrome|Chrome|CriOS|Chromium)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).+Safari\//, 'Safari'],
];
// Windows and macOS report a frozen version number, so it is omitted.
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/OpenHarmony(?: (\d+))?|HarmonyOS/, 'HarmonyOS'],
  [/Android(?: (\d+))?/, 'Android'],
  [/(?:iPhone|iPad|iPod).*? OS (\d+)_|iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
];

function firstOf(table: typeof BROWSERS, text: string): string | null {
  for (const [pattern, name] of table) {
    const found = pattern.exec(text);
    if (found) return found[1] === undefined ? name : `${name} ${found[1]}`;
  }
  return null;
}

/** Browser and system from a User-Agent header; null if unknown. */
export const readUserAgent = (text: string): { browser: string | null; system: string | null } => ({
  browser: firstOf(BROWSERS, text),
  system: firstOf(SYSTEMS, text),
});
