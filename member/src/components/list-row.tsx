/**
 * A row of a settings-like list: icon, name, a secondary value, and a chevron when it is a link.
 */
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import type { IconDrawing } from "./icon-drawing.ts";
import { chevron } from "./icons.ts";
import styles from "./list-row.module.css";
import { Pressable, type PressProps } from "./pressable.tsx";

interface ListRowProps extends PressProps {
  readonly icon?: IconDrawing | undefined;
  readonly name: string;
  /** A second line under the name. */
  readonly note?: string | undefined;
  readonly value?: string | undefined;
  /** Blue text before the chevron that names the action (改, 换门店). */
  readonly actionText?: string | undefined;
  /** Replaces the chevron, such as a check mark. */
  readonly end?: ReactNode;
}

/** Rows must be inside `ListRows`, which draws the hairlines between them. */
export function ListRow({ icon, name, note, value, actionText, end, href, onPress }: ListRowProps) {
  const isPressable = href !== undefined || onPress !== undefined;
  return (
    <li>
      <Pressable className={styles.row} href={href} onPress={onPress}>
        {icon && <Icon of={icon} size={22} className="sea-700" />}
        <span className={styles.words}>
          <span className={note ? "text-16 ink-900 medium" : "text-14 ink-900"}>{name}</span>
          {note && <span className="caption">{note}</span>}
        </span>
        {value && <span className={styles.value}>{value}</span>}
        {actionText && <span className="flex-none text-12 sea-700">{actionText}</span>}
        {end ??
          (isPressable && (
            <Icon
              of={chevron}
              size={18}
              className={actionText ? `sea-700 ${styles.actEnd}` : `ink-500 ${styles.chevron}`}
            />
          ))}
      </Pressable>
    </li>
  );
}

export const ListRows = ({
  children,
  label,
}: {
  readonly children: ReactNode;
  readonly label?: string;
}) => (
  <ul className="ruled" aria-label={label}>
    {children}
  </ul>
);
