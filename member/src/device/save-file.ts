/** Hands bytes to the browser to be kept as a file. */

/** Long enough for the slowest browser to begin; the address holds the bytes in memory until then. */
const BEGUN_MS = 10_000;

/** Keeps `content` under a name in the browser's downloads; a browser without them opens it. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), BEGUN_MS);
}

/** The content as a `data:` address: WeChat's own menu saves no object URL. */
export const dataUrlOf = (content: Blob): Promise<string> =>
  new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(content);
  });
