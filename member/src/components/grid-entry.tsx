/**
 * An entry of a grid: a tile with its name (home, order kinds), or a function icon with its name
 * (tools).
 */
import type { ReactNode } from "react";
import { Artwork, type ArtworkId } from "./artwork.tsx";
import styles from "./grid-entry.module.css";
import { FunctionIcon } from "./icon.tsx";
import type { IconDrawing } from "./icon-drawing.ts";
import { Pressable, type PressProps } from "./pressable.tsx";

interface EntriesProps {
  readonly label: string;
  readonly columns?: 3 | 4 | 5 | undefined;
  readonly children: ReactNode;
}

export const Entries = ({ label, columns = 5, children }: EntriesProps) => (
  <ul className={styles.entries} data-columns={columns} aria-label={label}>
    {children}
  </ul>
);

interface TileEntryProps extends PressProps {
  readonly name: string;
  readonly artwork: ArtworkId;
  readonly tint?: string | undefined;
  readonly size?: 40 | 48 | 56 | undefined;
  /** A secondary number after the name. */
  readonly count?: number | undefined;
  /** A secondary line under the name. */
  readonly note?: string | undefined;
}

export const TileEntry = ({
  name,
  artwork,
  tint,
  size = 48,
  count,
  note,
  href,
  onPress,
}: TileEntryProps) => (
  <li>
    <Pressable className={styles.entry} href={href} onPress={onPress}>
      <Artwork name={artwork} tint={tint} size={size} shape="tile" />
      <span className={note ? "text-14 ink-900 medium" : "text-12 ink-900"}>
        {name}
        {count === undefined ? null : <span className="ink-500"> {count}</span>}
      </span>
      {note && <span className={styles.note}>{note}</span>}
    </Pressable>
  </li>
);

interface IconEntryProps extends PressProps {
  readonly name: string;
  readonly icon: IconDrawing;
  readonly count?: number | undefined;
}

export const IconEntry = ({ name, icon, count, href, onPress }: IconEntryProps) => (
  <li>
    <Pressable className={styles.entry} href={href} onPress={onPress}>
      <FunctionIcon of={icon} count={count} />
      <span className="text-12 ink-900">{name}</span>
    </Pressable>
  </li>
);
