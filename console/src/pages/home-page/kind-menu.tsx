/** 加一块: a button with the kinds of blocks below it. */
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { MenuHolder } from "../../parts/menu.tsx";
import { type Kind, kindChoices, kinds } from "./blocks.ts";
import styles from "./home-page.module.css";

export function KindMenu(props: { readonly onChoose: (kind: Kind) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <MenuHolder isOpen={isOpen} onClose={() => setOpen(false)}>
      <Button
        look="soft"
        size="small"
        icon={<Plus />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        加一块
      </Button>
      {isOpen && (
        <div className={styles.kindMenu}>
          {kindChoices.map(([kind, name]) => {
            const Icon = kinds[kind].icon;
            return (
              <button
                key={kind}
                type="button"
                onClick={() => {
                  setOpen(false);
                  props.onChoose(kind);
                }}
              >
                <Icon aria-hidden="true" />
                {name}
              </button>
            );
          })}
        </div>
      )}
    </MenuHolder>
  );
}
