/** The published versions of a benefit, page or text; each opens what it changed. */
import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import styles from "./version-list.module.css";

type Version = { readonly version: number };

export function VersionList<V extends Version>(props: {
  readonly list: readonly V[];
  readonly label?: string;
  /** 「第 3 版」, 「v3」. */
  readonly nameOf: (version: number) => string;
  readonly tagsOf?: (row: V) => ReactNode;
  /** Who published it, when and why. */
  readonly textOf: (row: V) => ReactNode;
  /** The accessible name of the button that shows the changes; without it, 看改动. */
  readonly changesLabelOf?: (version: number) => string;
  readonly hasChanges?: (row: V) => boolean;
  /** What it changed, drawn when it is open. */
  readonly changesOf: (version: number) => ReactNode;
  readonly actionsOf: (row: V) => ReactNode;
}) {
  const { list, label, nameOf, tagsOf, textOf, hasChanges, changesOf, actionsOf } = props;
  const [shown, setShown] = useState<number>();
  return (
    <ol className={styles.versions} aria-label={label}>
      {list.map((row) => {
        const { version } = row;
        return (
          <li key={version}>
            <header>
              <b>{nameOf(version)}</b>
              {tagsOf?.(row)}
              <span>{textOf(row)}</span>
              {(hasChanges?.(row) ?? true) && (
                <Button
                  size="small"
                  aria-label={props.changesLabelOf?.(version)}
                  aria-expanded={shown === version}
                  onClick={() => setShown(shown === version ? undefined : version)}
                >
                  看改动
                </Button>
              )}
              {actionsOf(row)}
            </header>
            {shown === version && changesOf(version)}
          </li>
        );
      })}
    </ol>
  );
}
