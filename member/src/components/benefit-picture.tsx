/** The picture of a benefit or a dish: the uploaded one, or its drawing; it fills its box. */
import type { Photo as PhotoData } from "@yunjing/contract/schemas/benefit";
import { Artwork, type ArtworkProps } from "./artwork.tsx";
import styles from "./benefit-picture.module.css";
import { Photo } from "./photo.tsx";

interface BenefitPictureProps extends Pick<ArtworkProps, "also" | "tint" | "shape" | "faded"> {
  readonly artwork: ArtworkProps["name"];
  readonly photo?: PhotoData | undefined;
}

/** `sizes`: the width of the box that it fills, as CSS, such as `96px`. */
type Filling = { readonly sizes: string; readonly size?: never };
/** `size`: its own side in px, as in rows of lists. */
type Sized = { readonly size: number; readonly sizes?: never };

export function BenefitPicture(props: BenefitPictureProps & (Filling | Sized)) {
  const { artwork, photo, sizes, size, ...drawing } = props;
  if (!photo) return <Artwork name={artwork} size={size} {...drawing} />;
  if (size === undefined) return <Photo photo={photo} sizes={sizes} />;
  return (
    <span
      className={styles.box}
      style={{ width: size, height: size }}
      data-faded={drawing.faded ? "" : undefined}
      data-shape={drawing.shape}
    >
      <Photo photo={photo} sizes={`${size}px`} />
    </span>
  );
}
