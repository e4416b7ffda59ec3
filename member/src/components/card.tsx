/** A white card for one thing, and a section: a card with a title and a link to the full list. */
import { type ReactNode, useId } from "react";
import styles from "./card.module.css";
import { Icon } from "./icon.tsx";
import { chevron } from "./icons.ts";
import { Pressable, type PressProps } from "./pressable.tsx";

export const Card = ({
  children,
  flush = false,
  rows = false,
}: {
  readonly children: ReactNode;
  readonly flush?: boolean;
  /** The card contains list rows, which have their own vertical padding. */
  readonly rows?: boolean;
}) => (
  <div
    className={styles.card}
    data-flush={flush ? "" : undefined}
    data-rows={rows ? "" : undefined}
  >
    {children}
  </div>
);

interface SectionProps {
  readonly title: string;
  /** Secondary text or a countdown after the title. */
  readonly beside?: ReactNode;
  /** Plain text at the end of the title line, where there is no link. */
  readonly note?: string | undefined;
  readonly all?: (PressProps & { readonly text: string }) | undefined;
  readonly children: ReactNode;
  /** The content extends to the card's edges (horizontal lists). */
  readonly flush?: boolean | undefined;
}

/** At 320 px the link shows only its chevron where a countdown needs the space. */
export function Section({ title, beside, note, all, children, flush = false }: SectionProps) {
  const id = useId();
  return (
    <section
      className={styles.card}
      data-section=""
      data-flush={flush ? "" : undefined}
      aria-labelledby={id}
    >
      <div className={styles.head}>
        <h2 className={styles.title} id={id}>
          {title}
        </h2>
        {beside && <div className="min-width-0 caption">{beside}</div>}
        {note && <span className="caption text-end push-end">{note}</span>}
        {all && (
          <MoreLink {...all} label={`${title}，${all.text}`} isTight={beside !== undefined} />
        )}
      </div>
      {children}
    </section>
  );
}

interface MoreLinkProps extends PressProps {
  readonly text: string;
  readonly label?: string;
  readonly isTight?: boolean;
}

/** Grey text and a chevron: the link to the full list. */
export const MoreLink = ({ text, label, isTight = false, href, onPress }: MoreLinkProps) => (
  <Pressable className={styles.more} href={href} onPress={onPress} label={label ?? text}>
    <span data-tight={isTight ? "" : undefined}>{text}</span>
    <Icon of={chevron} size={16} />
  </Pressable>
);
