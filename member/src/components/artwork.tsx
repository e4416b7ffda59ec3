/** A picture: one or two objects in paper-cut style on a tint with one wave behind. */
import type { CSSProperties } from "react";
import objects from "../theme/artwork/objects.svg?no-inline";
import type { ArtworkName } from "@yunjing/contract/artwork";
import { findArtwork, findTint } from "./artwork-names.ts";
import styles from "./artwork.module.css";

/** A drawn name, or any name sent by the server; an unknown one shows the shopping bag. */
export type ArtworkId = ArtworkName | (string & {});

interface ObjectProps {
  readonly name: ArtworkId;
  readonly className?: string | undefined;
}

/** One object without a tint; decorative, so hidden from screen readers. */
export function ArtObject({ name, className }: ObjectProps) {
  return (
    <svg className={className} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <use href={`${objects}#${findArtwork(name)}`} />
    </svg>
  );
}

const Wave = () => (
  <svg className={styles.wave} viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">
    <path d="M0 4C12-1 23-1 36 4s22 6 34 0 20-5 30-1v37H0z" />
  </svg>
);

interface TintProps {
  readonly tint?: string | undefined;
  readonly withWave?: boolean | undefined;
}

/** A tint without an object, to fill a box that also contains text. */
export const Tint = ({ tint, withWave = false }: TintProps) => (
  <span className={styles.box} data-tint={findTint(tint)} aria-hidden="true">
    {withWave && <Wave />}
  </span>
);

export interface ArtworkProps {
  readonly name: ArtworkId;
  /** A second object behind the first, to its right. */
  readonly also?: ArtworkId | undefined;
  readonly tint?: string | undefined;
  /** Side in px; without it the picture fills its box. */
  readonly size?: number | undefined;
  readonly shape?: "picture" | "tile" | "circle" | "plain" | undefined;
  readonly wave?: boolean | undefined;
  /** Desaturated: sold out, used up or expired. */
  readonly faded?: boolean | undefined;
  /** Accessible name; only where the picture adds information to the text beside it. */
  readonly label?: string | undefined;
}

/** From this side in px on, a tile has the larger corner radius. */
const TILE_LARGE_PX = 44;

/** The wave is at three fifths of any shape because it is stretched with its box. */
export function Artwork(props: ArtworkProps) {
  const { name, also, size, shape = "picture", wave = true, faded = false, label } = props;
  const box: CSSProperties | undefined = size ? { width: size, height: size } : undefined;
  return (
    <span
      className={styles.box}
      style={box}
      data-tint={findTint(props.tint)}
      data-shape={shape}
      data-large={size && size >= TILE_LARGE_PX ? "" : undefined}
      data-pair={also ? "" : undefined}
      data-faded={faded ? "" : undefined}
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      {wave && <Wave />}
      <ArtObject name={name} className={styles.object} />
      {also && <ArtObject name={also} className={styles.second} />}
    </span>
  );
}
