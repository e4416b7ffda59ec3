/**
 * A store in a list: name, address, hours and services, distance, and the button to order there.
 */
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { distanceText } from "./distance.ts";
import { Icon } from "./icon.tsx";
import { star } from "./page-icons.ts";
import styles from "./store-row.module.css";
import { Tag } from "./tag.tsx";

export interface StoreRowProps {
  readonly name: string;
  readonly address: string;
  /** Absent when the position is unknown. */
  readonly distanceMetres?: number | undefined;
  /** 约 8 分钟可取. */
  readonly lead?: string | undefined;
  readonly isOpen: boolean;
  /** Open: 营业至 22:30. Closed: 明天 07:00 开门. */
  readonly hours: string;
  readonly services?: readonly string[] | undefined;
  /** 上次去过. */
  readonly mark?: string | undefined;
  /** The nearest store, shown first with a blue button. */
  readonly isFirst?: boolean | undefined;
  readonly favourite?: { readonly isOn: boolean; readonly onToggle: () => unknown } | undefined;
  readonly action?: { readonly text: string; readonly onPress: () => unknown } | undefined;
}

export function StoreRow(props: StoreRowProps) {
  const { name, address, distanceMetres, lead, isOpen, hours, services = [], mark, action } = props;
  const { favourite } = props;
  const color = isOpen ? "ink-900" : "ink-500";
  return (
    <li className={styles.store}>
      {favourite && (
        <button
          type="button"
          className={styles.favourite}
          aria-pressed={favourite.isOn}
          aria-label={`收藏${name}`}
          onClick={() => favourite.onToggle()}
        >
          <Icon of={star} size={20} />
        </button>
      )}
      <div className="grow">
        <h2 className="title-row">
          <span className={`text-16 medium ${color}`}>{name}</span>
          {mark && <Tag tone="sea">{mark}</Tag>}
        </h2>
        <p className="caption">{address}</p>
        <p className={styles.tags}>
          <Tag tone={isOpen ? "ok" : "plain"}>{isOpen ? hours : "休息中"}</Tag>
          {isOpen ? (
            services.map((service) => <Tag key={service}>{service}</Tag>)
          ) : (
            <span className="caption">{hours}</span>
          )}
        </p>
      </div>
      <div className="grid content-start flex-none text-end justify-items-end">
        {distanceMetres !== undefined && (
          <span className={`text-14 medium ${color}`}>{distanceText(distanceMetres)}</span>
        )}
        {isOpen && lead && <span className="caption">{lead}</span>}
        {isOpen && action && (
          <span className={styles.act}>
            <Button
              appearance={props.isFirst ? "sea" : "soft"}
              size={32}
              onPress={action.onPress}
              label={`${action.text}，${name}`}
            >
              {action.text}
            </Button>
          </span>
        )}
      </div>
    </li>
  );
}

/** Stores are in one flush card with hairlines from edge to edge. */
export const StoreRows = ({
  children,
  label,
}: {
  readonly children: ReactNode;
  readonly label: string;
}) => (
  <ul className="clip bg-surface radius-card ruled" aria-label={label}>
    {children}
  </ul>
);
