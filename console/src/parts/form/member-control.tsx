/** Chooses a member in a form: by number, phone or its last four digits; the value is the number. */
import { type InputHTMLAttributes, useState } from "react";
import { api } from "../../api/client.ts";
import { sentenceFor } from "../../api/failure.ts";
import { Button } from "../button.tsx";
import styles from "./member-control.module.css";

type Found = { readonly id: string; readonly title: string; readonly text: string };

/** A phone goes into the body of a request only, and never into an address. */
async function findMembers(typed: string): Promise<readonly Found[]> {
  const { groups } = await api.operatorSearch.search({ q: typed, kind: "member" });
  return groups.flatMap(({ kind, items }) => (kind === "member" ? items : []));
}

export function MemberControl(props: {
  readonly input: InputHTMLAttributes<HTMLInputElement>;
  readonly typed: string;
  readonly onChange: (memberNo: string) => void;
}) {
  const { input, typed, onChange } = props;
  const [found, setFound] = useState<readonly Found[] | undefined>(undefined);
  const [note, setNote] = useState("");
  const search = async () => {
    if (typed.trim().length < 2) return;
    try {
      const list = await findMembers(typed.trim());
      const [only] = list;
      setFound(list.length === 1 ? undefined : list);
      setNote(only && list.length === 1 ? `${only.title} ${only.text}` : "");
      if (only && list.length === 1) onChange(only.id);
    } catch (failure) {
      setFound(undefined);
      setNote(sentenceFor(failure));
    }
  };
  return (
    <div>
      <span className={styles.row}>
        <input
          {...input}
          type="text"
          autoComplete="off"
          placeholder="会员号、手机号或后四位"
          maxLength={64}
          value={typed}
          onChange={(event) => {
            setNote("");
            onChange(event.target.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            void search();
          }}
        />
        <Button onClick={() => void search()}>查找</Button>
      </span>
      <span role="status" className={styles.note}>
        {found?.length === 0 ? "没有找到会员" : note}
      </span>
      {found && found.length > 0 && (
        <ul className={styles.found} aria-label="找到的会员">
          {found.map(({ id, title, text }) => (
            <li key={id}>
              <Button
                look="text"
                onClick={() => {
                  onChange(id);
                  setFound(undefined);
                  setNote(`${title} ${text}`);
                }}
              >
                {title} {text}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
