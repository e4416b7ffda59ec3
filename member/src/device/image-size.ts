/** Waits until the browser knows how large an image is (D12). */

/** Spec §9: the image load wait is 30 s at 50 ms polling. */
export const IMAGE_POLL_MS = 50;
export const IMAGE_WAIT_MAX_MS = 30_000;

/** In the image's own pixels. */
export type NaturalSize = { readonly width: number; readonly height: number };

/** An image did not come in time; the message is what a member reads (spec §7). */
export class ImageTimeout extends Error {
  override readonly name = "ImageTimeout";
  constructor() {
    super("图片加载超时");
  }
}

type Wait = {
  readonly pollIntervalMs?: number;
  readonly timeoutMs?: number;
  /** Ends the looking; the answer then never comes. */
  readonly signal?: AbortSignal;
};
type Measured = Pick<HTMLImageElement, "naturalWidth" | "naturalHeight">;

/**
 * Looks at the image every `pollIntervalMs` until it has a size; rejects with ImageTimeout after
 * `timeoutMs`.
 */
export function naturalSizeOf(image: Measured, wait: Wait = {}): Promise<NaturalSize> {
  const { pollIntervalMs = IMAGE_POLL_MS, timeoutMs = IMAGE_WAIT_MAX_MS, signal } = wait;
  return new Promise((resolve, reject) => {
    const look = () => {
      const { naturalWidth: width, naturalHeight: height } = image;
      if (width === 0 || height === 0) return;
      end();
      resolve({ width, height });
    };
    const polling = setInterval(look, pollIntervalMs);
    const patience = setTimeout(() => {
      end();
      reject(new ImageTimeout());
    }, timeoutMs);
    const end = () => {
      clearInterval(polling);
      clearTimeout(patience);
    };
    signal?.addEventListener("abort", end, { once: true });
    look();
  });
}
