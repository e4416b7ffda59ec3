/** Saves bytes as a file through the browser. */

/**
 * Milliseconds. Long enough for the slowest browser to begin; the object URL holds the bytes in
 * memory until then.
 */
const BEGUN_MS = 10_000;

/**
 * Saves `content` under a name in the browser's downloads; a browser without downloads opens it.
 */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), BEGUN_MS);
}

/** Returns the content as a `data:` URL, because WeChat's own menu cannot save an object URL. */
export const dataUrlOf = (content: Blob): Promise<string> =>
  new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(content);
  });
