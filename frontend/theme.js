// Runs before the first paint, so that neither a saved theme nor a preferred typeface flashes. The build writes it into the
// page, and the server allows it there by its hash.
(function () {
  var root = document.documentElement;
  function read(key) {
    try {
      return localStorage.getItem(key);
    } catch (error) {
      console.warn('The saved preferences cannot be read.', error);
      return null;
    }
  }
  var saved = read('earmark-theme');
  var system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  root.dataset.theme = saved === 'dark' || saved === 'light' ? saved : system;

  var preferences = {};
  try {
    preferences = JSON.parse(read('earmark-preferences') || '{}') || {};
  } catch (error) {
    console.warn('The saved preferences are not readable.', error);
  }
  if (preferences.textSize >= 15 && preferences.textSize <= 22)
    root.style.setProperty('--reading-size', preferences.textSize + 'px');
  // The faces of these links are preloaded only for those who chose them.
  document.querySelectorAll('link[data-face]').forEach(function (link) {
    if (link.dataset.face !== preferences.textFace) return;
    root.dataset.face = preferences.textFace;
    link.rel = 'preload';
  });
})();
