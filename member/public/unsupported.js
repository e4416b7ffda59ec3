// Shows the address that the visitor wanted. Written in ES5: this page is for old browsers.
/* oxlint-disable no-var, no-unused-vars */
(function () {
  /** The path in the fragment; the home page for one that cannot be read or leads elsewhere. */
  function wantedPath() {
    try {
      var path = decodeURIComponent(location.hash.slice(1));
      return /^\/(?![/\\])/.test(path) ? path : "/";
    } catch (damaged) {
      return "/";
    }
  }
  var wanted = wantedPath();
  document.getElementById("address").value = location.protocol + "//" + location.host + wanted;
  document.getElementById("again").href = wanted;
})();
