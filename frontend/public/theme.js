// Runs before the first paint, so that a saved theme never flashes. A file of its own: the policy allows no inline script.
(function () {
  var saved = null;
  try {
    saved = localStorage.getItem('earmark-theme');
  } catch (error) {
    console.warn('The saved theme cannot be read.', error);
  }
  var system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = saved === 'dark' || saved === 'light' ? saved : system;
})();
