/** A brand shown by its name on a tint, with an object cropped at the corner; never a logo. */
import type { Photo as PhotoData } from "@yunjing/contract/schemas/benefit";
import type { ReactNode } from "react";
import { ArtObject, type ArtworkId, Tint } from "./artwork.tsx";
import styles from "./brand-plate.module.css";
import { Photo } from "./photo.tsx";
import { Pressable, type PressProps } from "./pressable.tsx";

interface BrandPlateProps extends PressProps {
  readonly name: string;
  readonly count: number;
  readonly artwork: ArtworkId;
  readonly tint?: string | undefined;
  /** The uploaded picture, in place of the drawing. */
  readonly photo?: PhotoData | undefined;
}

export const BrandPlate = ({
  name,
  count,
  artwork,
  tint,
  photo,
  href,
  onPress,
}: BrandPlateProps) => (
  <li className="min-width-0">
    <Pressable className={styles.plate} href={href} onPress={onPress}>
      <span className="fill">
        <Tint tint={tint} />
      </span>
      {photo ? (
        <span className={styles.photo}>
          <Photo photo={photo} sizes="64px" />
        </span>
      ) : (
        <ArtObject name={artwork} className={styles.object} />
      )}
      <span className="block relative text-14 sea-900 strong ellipsis">{name}</span>
      <span className="block relative text-11 ink-700">{count} 项</span>
    </Pressable>
  </li>
);

/** Four in a row; three at 320 px or with large text. */
export const BrandPlates = ({
  children,
  label,
}: {
  readonly children: ReactNode;
  readonly label: string;
}) => (
  <ul className={styles.plates} aria-label={label}>
    {children}
  </ul>
);
