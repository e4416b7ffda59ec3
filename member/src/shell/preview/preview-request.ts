/** What the image preview is asked to show. */

/** `alt` says what is seen, for those who do not see it. */
export type PreviewImage = { readonly src: string; readonly alt: string };

export type ImagesRequest = {
  readonly images: readonly PreviewImage[];
  readonly start: number;
  /** Without it the browser answers a long press itself: in WeChat by a menu that saves. */
  readonly onLongPress?: ((image: PreviewImage) => void) | undefined;
};
