/** Saved views of a page: named addresses of this operator, as chips; one saves the current one. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { Bookmark, X } from "lucide-react";
import { useState } from "react";
import { api, apiQuery } from "../../api/client.ts";
import { sentenceFor } from "../../api/failure.ts";
import { Button } from "../button.tsx";
import { tell, tellFailure } from "../toast.tsx";
import styles from "./filter-bar.module.css";

const NAME_MAX = 20;

/** `page` is the page's name in the operation: `orders`, `refunds`. */
export function SavedViews(props: { readonly page: string }) {
  const { page } = props;
  const { searchStr } = useLocation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const views = useQuery(apiQuery(api.operatorQueues.views, { page }));
  const [name, setName] = useState<string | undefined>(undefined);
  const run = async (call: Promise<unknown>, done: string): Promise<void> => {
    try {
      await call;
      tell(done);
      setName(undefined);
      await queries.invalidateQueries({ queryKey: ["operatorQueues", "views"] });
    } catch (failure) {
      tellFailure(sentenceFor(failure));
    }
  };
  const save = (typed: string) =>
    void run(
      api.operatorQueues.saveView({ page, name: typed.trim(), search: searchStr }),
      "已存为视图",
    );
  return (
    <>
      {views.data?.list.map((view) => (
        <span key={view.name} className={styles.used}>
          <button
            type="button"
            aria-pressed={view.search === searchStr}
            onClick={() =>
              void navigate({
                to: ".",
                search: Object.fromEntries(new URLSearchParams(view.search)),
              })
            }
          >
            {view.name}
          </button>
          <button
            type="button"
            aria-label={`删除视图 ${view.name}`}
            onClick={() =>
              void run(api.operatorQueues.deleteView({ page, name: view.name }), "已删除")
            }
          >
            <X aria-hidden="true" />
          </button>
        </span>
      ))}
      {name === undefined ? (
        <span className={styles.save}>
          <Button size="small" icon={<Bookmark aria-hidden="true" />} onClick={() => setName("")}>
            存为视图
          </Button>
        </span>
      ) : (
        <form
          className={styles.keyword}
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== "") save(name);
          }}
        >
          <input
            // The operator pressed the button to type the name.
            autoFocus
            aria-label="视图名称"
            placeholder="视图名称，回车保存"
            maxLength={NAME_MAX}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={({ key }) => key === "Escape" && setName(undefined)}
          />
        </form>
      )}
    </>
  );
}
