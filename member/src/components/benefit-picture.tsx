/** The picture of a benefit: the uploaded one, or its drawing; it fills its box. */
import type { Photo as PhotoData } from "@yunjing/contract/schemas/benefit";
import { Artwork, type ArtworkProps } from "./artwork.tsx";
import { Photo } from "./photo.tsx";

interface BenefitPictureProps extends Pick<ArtworkProps, "also" | "tint" | "shape"> {
  readonly artwork: ArtworkProps["name"];
  readonly photo?: PhotoData | undefined;
  /** The width of the box, as CSS: `96px`. */
  readonly sizes: string;
}

export const BenefitPicture = ({ artwork, photo, sizes, ...drawing }: BenefitPictureProps) =>
  photo ? <Photo photo={photo} sizes={sizes} /> : <Artwork name={artwork} {...drawing} />;
