/**
 * The less common actions of an order in a list, behind one button, so that none is pressed by
 * mistake.
 */
import { useState } from "react";
import { BottomSheet } from "./bottom-sheet.tsx";
import { Icon } from "./icon.tsx";
import { ListRow, ListRows } from "./list-row.tsx";
import styles from "./order-card.module.css";
import { more } from "./page-icons.ts";

export interface OrderAction {
  readonly text: string;
  readonly onPress: () => unknown;
  /** The action that continues the order. */
  readonly isNext?: boolean | undefined;
  readonly reason?: string | undefined;
}

interface OrderMenuProps {
  /** What the actions apply to, for a screen reader. */
  readonly title: string;
  readonly actions: readonly OrderAction[];
}

export function OrderMenu({ title, actions }: OrderMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className={styles.more}
        aria-label={`更多操作，${title}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon of={more} size={20} />
      </button>
      <BottomSheet isOpen={isOpen} onClose={close} title="更多操作">
        <ListRows label="更多操作">
          {actions.map((act) => (
            <ListRow
              key={act.text}
              name={act.text}
              onPress={() => {
                close();
                void act.onPress();
              }}
            />
          ))}
        </ListRows>
      </BottomSheet>
    </>
  );
}
