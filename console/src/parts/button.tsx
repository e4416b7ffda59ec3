/** The console's button: outline, solid, soft, danger, and coral for money that goes out. */
import type { ComponentProps, ReactNode } from "react";
import styles from "./button.module.css";
import { classNames } from "./class-names.ts";

export type Look = "outline" | "solid" | "soft" | "danger" | "coral" | "text";

type ButtonProps = Omit<ComponentProps<"button">, "type"> & {
  readonly look?: Look;
  readonly size?: "small" | "normal";
  readonly icon?: ReactNode;
  readonly submits?: boolean;
  /** Busy: the words change, the width stays, and a second press has no effect. */
  readonly busy?: string | false | undefined;
};

export function Button(props: ButtonProps) {
  const { look = "outline", size = "normal", icon, submits, busy, children, ...rest } = props;
  const { disabled, className, ...others } = rest;
  return (
    <button
      {...others}
      type={submits ? "submit" : "button"}
      className={classNames(styles.button, className)}
      data-look={look}
      data-size={size}
      disabled={disabled || Boolean(busy)}
      aria-busy={Boolean(busy) || undefined}
    >
      {icon}
      {busy ? (
        <span className={styles.busy}>
          <span>{busy}</span>
          <span className={styles.keptWidth} aria-hidden="true">
            {children}
          </span>
        </span>
      ) : (
        children
      )}
    </button>
  );
}
