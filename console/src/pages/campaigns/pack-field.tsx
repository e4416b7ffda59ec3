/** 券包里的券: the coupons of a pack with the number of each, and a search that adds one. */
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useId, useState } from "react";
import { api, apiQuery } from "../../api/client.ts";
import { offText } from "./campaign-words.ts";
import foundStyles from "../../parts/form/found.module.css";
import { type ChosenPart, chosenPart, PACK_MAX, packSize } from "./pack.ts";
import styles from "./pack-field.module.css";

const FOUND_MAX = 8;

function PartRow(props: {
  readonly part: ChosenPart;
  readonly onCount: (count: number) => void;
  readonly onRemove: () => void;
}) {
  const { part, onCount, onRemove } = props;
  return (
    <li>
      <span>
        <b>{part.title}</b>
        <small>{offText(part)}</small>
      </span>
      <input
        type="number"
        inputMode="numeric"
        min={1}
        max={PACK_MAX}
        aria-label={`${part.title}的张数`}
        value={part.count}
        onChange={({ target }) => {
          const count = Math.trunc(Number(target.value));
          if (count >= 1) onCount(Math.min(count, PACK_MAX));
        }}
      />
      张
      <button type="button" aria-label={`去掉 ${part.title}`} onClick={onRemove}>
        <X aria-hidden="true" />
      </button>
    </li>
  );
}

export function PackField(props: {
  readonly chosen: readonly ChosenPart[];
  readonly onChange: (parts: readonly ChosenPart[]) => void;
}) {
  const { chosen, onChange } = props;
  const id = useId();
  const [typed, setTyped] = useState("");
  const keyword = typed.trim();
  const query = useQuery({
    ...apiQuery(api.operatorCampaigns.list, { ...(keyword && { keyword }), pageSize: 30 }),
    staleTime: 30_000,
  });
  const found = (query.data?.list ?? [])
    .flatMap((row) => chosenPart(row) ?? [])
    .filter(({ templateId }) => !chosen.some((part) => part.templateId === templateId))
    .slice(0, FOUND_MAX);
  return (
    <div className={styles.pack} role="group" aria-label="券包里的券">
      <h2>
        券包里的券<small>{`共 ${packSize(chosen)} 张，2 至 ${PACK_MAX} 张`}</small>
      </h2>
      {chosen.length > 0 && (
        <ul>
          {chosen.map((part, at) => (
            <PartRow
              key={part.templateId}
              part={part}
              onCount={(count) => onChange(chosen.with(at, { ...part, count }))}
              onRemove={() => onChange(chosen.filter((one) => one !== part))}
            />
          ))}
        </ul>
      )}
      <label htmlFor={id}>加一张券</label>
      <input
        id={id}
        autoComplete="off"
        placeholder="券名、活动编号"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className={foundStyles.found}>
        {found.map((part) => (
          <button
            key={part.templateId}
            type="button"
            onClick={() => {
              onChange([...chosen, part]);
              setTyped("");
            }}
          >
            {part.title}
            <small>{offText(part)}</small>
          </button>
        ))}
        {query.isSuccess && found.length === 0 && (
          <span className={styles.quiet}>没有找到别的优惠券活动</span>
        )}
        {query.isError && <span className={styles.quiet}>没有读到优惠券活动，请重试</span>}
      </div>
      <p>照这个活动现在的券名和规则复制一份，之后改那个活动不影响券包；有效期按券包的算。</p>
    </div>
  );
}
