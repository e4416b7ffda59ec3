// Shows the address that the visitor wanted. Written in ES5: this page is for old browsers.
(function () {
  var wanted = "/";
  try {
    wanted = decodeURIComponent(location.hash.slice(1)) || "/";
  } catch (error) {
    /* A damaged fragment: the home page is offered instead. */
  }
  if (!/^\/(?![/\\])/.test(wanted)) wanted = "/";
  document.getElementById("address").value = location.protocol + "//" + location.host + wanted;
  document.getElementById("again").href = wanted;
})();
