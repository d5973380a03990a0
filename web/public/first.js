// Runs before the first paint: applies the background of the chosen scheme, so that a dark page does not flash white, and shows
// outdated browsers a message instead of an empty page. ES5 on purpose.
(function () {
  var chosen = 'system';
  try {
    chosen = JSON.parse(localStorage.getItem('theme')) || chosen;
  } catch (error) {
    // use the system's scheme
  }
  var dark = chosen === 'dark' || (chosen === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-theme', dark ? 'dark' : 'light');
  document.documentElement.style.background = dark ? '#0f1216' : '#f4f5f7';

  var fits = 'inert' in document.createElement('div') && 'at' in [] && 'hasOwn' in Object;
  if (fits) return;
  document.addEventListener('DOMContentLoaded', function () {
    document.body.innerHTML =
      '<p style="font:16px/1.8 sans-serif;max-width:480px;margin:20vh auto;padding:0 24px">' +
      '当前浏览器版本过低，无法打开本系统。请使用 Chrome、Edge 109 或更高版本（360 浏览器请切换到极速模式并升级）。<br><br>' +
      'This browser is too old for this system. Please use Chrome or Edge 109 or newer.</p>';
  });
})();
