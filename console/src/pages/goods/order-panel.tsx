/** The order of brands, categories or search words: each is moved up or down, and saved as a whole. */
import type { Call } from "@yunjing/contract/calls";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Panel } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import styles from "./goods.module.css";

type OrderInput = { readonly keys: string[]; readonly etag: string; readonly reason: string };
type Entry = { readonly key: string; readonly name: string };

/** Returns the list with the entry at a place moved by one. */
function moved(list: readonly Entry[], from: number, by: -1 | 1): readonly Entry[] {
  const entry = list[from];
  const rest = list.filter((_, at) => at !== from);
  return entry ? rest.toSpliced(from + by, 0, entry) : list;
}

export function OrderPanel<O>(props: {
  readonly title: string;
  readonly entries: readonly Entry[];
  readonly etag: string;
  readonly op: Call<OrderInput, O>;
  readonly onClose: () => void;
}) {
  const { title, op, etag, onClose } = props;
  const [list, setList] = useState(props.entries);
  const isChanged = list.some(({ key }, at) => key !== props.entries[at]?.key);
  const save = async () => {
    const done = await askReason({
      op,
      input: { keys: list.map(({ key }) => key), etag },
      title,
      effect: [
        `前三位：${list
          .slice(0, 3)
          .map(({ name }) => name)
          .join("、")}`,
        "会员 2 秒内看到",
      ],
      confirm: "保存顺序",
    });
    if (done) onClose();
  };
  return (
    <Panel
      title={title}
      onClose={onClose}
      foot={
        <Button look="solid" disabled={!isChanged} onClick={() => void save()}>
          保存顺序
        </Button>
      }
    >
      <ol className={styles.order}>
        {list.map(({ key, name }, at) => (
          <li key={key}>
            <span>{name}</span>
            <Button
              size="small"
              icon={<ArrowUp />}
              aria-label={`${name} 上移`}
              disabled={at === 0}
              onClick={() => setList(moved(list, at, -1))}
            />
            <Button
              size="small"
              icon={<ArrowDown />}
              aria-label={`${name} 下移`}
              disabled={at === list.length - 1}
              onClick={() => setList(moved(list, at, 1))}
            />
          </li>
        ))}
      </ol>
    </Panel>
  );
}
