/**
 * The phone: the member app's own page in a frame of this origin, which draws what the server
 * answers for a city, a person and an instant.
 */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { api, apiQuery } from "../../api/client.ts";
import { sentenceFor } from "../../api/failure.ts";
import { DateControl } from "../../parts/date-input.tsx";
import { instantOf } from "../../parts/form/check-field.ts";
import { MemberFrame, useSettled } from "../../parts/member-frame.tsx";
import type { Block, City } from "./blocks.ts";
import styles from "./preview.module.css";

const GRADES_MAX = 6;
/** The biggest cities first: those that an operator checks most. */
const FIRST_CITIES: readonly string[] = [
  "310100",
  "110100",
  "440100",
  "440300",
  "330100",
  "510100",
];

type Person = "new" | `${number}`;
const personOf = (who: string): Person => (who === "new" ? "new" : `${Number(who)}`);
const people: readonly (readonly [Person, string])[] = [
  ["new", "新会员"],
  ...Array.from({ length: GRADES_MAX }, (_, at): readonly [Person, string] => [
    `${at + 1}`,
    `${at + 1} 级老会员`,
  ]),
];

export function Preview(props: {
  readonly blocks: readonly Block[];
  readonly cities: readonly City[];
}) {
  const { cities } = props;
  const [regionCode, setRegion] = useState("310100");
  const [who, setWho] = useState<Person>("new");
  const [typedAt, setTypedAt] = useState("");
  const at = typedAt === "" ? undefined : instantOf(typedAt);
  const person = who === "new" ? { isNew: true } : { grade: Number(who) };
  const blocks = useSettled(props.blocks);
  const { data: page, error } = useQuery({
    ...apiQuery(api.operatorHomePage.preview, {
      regionCode,
      as: person,
      ...(at === undefined ? {} : { at }),
      blocks: [...blocks],
    }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const shown = useMemo(() => page && ({ type: "home-preview", page } as const), [page]);
  const rank = ({ code }: City) => FIRST_CITIES.indexOf(code) + 1 || Infinity;
  const sorted = cities.toSorted((one, other) => rank(one) - rank(other) || 0);
  return (
    <aside className={styles.phoneSide} aria-label="会员端预览">
      <div className={styles.scene}>
        <select
          aria-label="预览城市"
          value={regionCode}
          onChange={({ target }) => setRegion(target.value)}
        >
          {sorted.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
        <select
          aria-label="预览人群"
          value={who}
          onChange={({ target }) => setWho(personOf(target.value))}
        >
          {people.map(([id, label]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
        <DateControl
          kind="instant"
          aria-label="预览时刻"
          className={styles.instant}
          value={typedAt}
          onChange={setTypedAt}
        />
      </div>
      <MemberFrame title="首页预览" shown={shown} />
      <p className={styles.phoneNote} role="status">
        {error
          ? `预览没有更新：${sentenceFor(error)}`
          : `此城市、人群、${at === undefined ? "现在" : "时刻"}看到的首页`}
      </p>
    </aside>
  );
}
