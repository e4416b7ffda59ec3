/** Waits until the browser knows the size of an image (D12). */

/** Spec §9: the image load wait is 30 s at 50 ms polling. */
export const IMAGE_POLL_MS = 50;
export const IMAGE_WAIT_MAX_MS = 30_000;

/** The size in the image's own pixels. */
export type NaturalSize = { readonly width: number; readonly height: number };

/** The image did not load in time; the message is shown to the member (spec §7). */
export class ImageTimeout extends Error {
  override readonly name = "ImageTimeout";
  constructor() {
    super("图片加载超时");
  }
}

type Wait = {
  readonly pollIntervalMs?: number;
  readonly timeoutMs?: number;
  /** Stops the polling; the promise then never settles. */
  readonly signal?: AbortSignal;
};
type Measured = Pick<HTMLImageElement, "naturalWidth" | "naturalHeight">;

/**
 * Polls the image every `pollIntervalMs` until it has a size; rejects with ImageTimeout after
 * `timeoutMs`.
 */
export function naturalSizeOf(image: Measured, wait: Wait = {}): Promise<NaturalSize> {
  const { pollIntervalMs = IMAGE_POLL_MS, timeoutMs = IMAGE_WAIT_MAX_MS, signal } = wait;
  return new Promise((resolve, reject) => {
    const poll = () => {
      const { naturalWidth: width, naturalHeight: height } = image;
      if (width === 0 || height === 0) return;
      end();
      resolve({ width, height });
    };
    const polling = setInterval(poll, pollIntervalMs);
    const timeout = setTimeout(() => {
      end();
      reject(new ImageTimeout());
    }, timeoutMs);
    const end = () => {
      clearInterval(polling);
      clearTimeout(timeout);
    };
    signal?.addEventListener("abort", end, { once: true });
    poll();
  });
}
