/** The request type of the image preview. */

/** `alt` describes the image for screen readers. */
export type PreviewImage = { readonly src: string; readonly alt: string };

export type ImagesRequest = {
  readonly images: readonly PreviewImage[];
  readonly start: number;
  /**
   * Without it the browser handles a long press itself: in WeChat by a menu that saves the image.
   */
  readonly onLongPress?: ((image: PreviewImage) => void) | undefined;
};
