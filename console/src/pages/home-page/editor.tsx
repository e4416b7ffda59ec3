/** The editor of the home page: blocks at the left, one block's form, the phone at the right. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, apiQuery } from "../../api/client.ts";
import { fieldOf, sentenceFor } from "../../api/failure.ts";
import { may } from "../../api/operator.ts";
import { Checklist } from "../../parts/checklist.tsx";
import { Panel } from "../../parts/panel.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { useDraft } from "../../parts/use-draft.ts";
import { BlockForm } from "./block-form.tsx";
import { BlockList } from "./block-list.tsx";
import { type Block, type HomeState, newBlock, newId, type Saved } from "./blocks.ts";
import { BlocksConflict } from "./conflict.tsx";
import { Head } from "./head.tsx";
import styles from "./home-page.module.css";
import { Preview } from "./preview.tsx";
import { Strip } from "./strip.tsx";
import { Changes, Versions } from "./versions.tsx";

const SPEC = { view: oneOf("changes", "versions"), block: text(64) };

/** What STATE_CHANGED carries: the draft that another operator stored. */
type Stored = {
  readonly sinceVersion: number;
  readonly blocks: readonly Block[];
  readonly savedBy: { readonly name: string };
  readonly savedAt: number;
};

function storedIn(data: unknown) {
  const { current } = (data ?? {}) as { readonly current?: Stored };
  return current && { ...current, draft: current.blocks };
}

export function Editor({ home }: { readonly home: HomeState }) {
  const [{ view, block: chosenId }, setSearch] = useSearchState(SPEC);
  const cities =
    useQuery({
      ...apiQuery(api.operatorHomePage.cities, {}),
      staleTime: Infinity,
    }).data?.list ?? [];
  const hands = useDraft<readonly Block[], Saved>({
    draft: home.blocks,
    saved: home,
    save: (blocks, sinceVersion) =>
      api.operatorHomePage.saveDraft({ sinceVersion, blocks: [...blocks] }),
    theirsIn: storedIn,
  });
  const { draft: blocks, saved, failure, round, change } = hands;
  const [copies, setCopies] = useState(0);
  const canEdit = may("catalog:edit");
  const chosen = blocks.find(({ blockId }) => blockId === chosenId) ?? blocks[0];
  const choose = (blockId: string | undefined) => setSearch({ block: blockId });
  const close = () => setSearch({ view: undefined });
  const nameOfCity = (code: string) => cities.find((city) => city.code === code)?.name ?? code;
  const faultOf = (field: string): string | undefined => {
    const path = `blocks.${chosen?.blockId}.${field}`;
    if (fieldOf(failure) === path) return sentenceFor(failure);
    const check = saved.checks.find((one) => !one.isGood && one.field === path);
    return check?.text.split("：").at(-1);
  };
  const add = (block: Block) => {
    change([...blocks, block]);
    choose(block.blockId);
  };
  const faults = saved.checks.filter(({ isGood }) => !isGood);
  return (
    <>
      <Head home={home} hands={hands} view={view} onView={(next) => setSearch({ view: next })} />
      <BlocksConflict hands={hands} cities={cities} />
      <div className={styles.editor} data-view={view}>
        <div className={styles.left}>
          <BlockList
            blocks={blocks}
            chosen={chosen?.blockId}
            changed={saved.changed}
            canEdit={canEdit}
            nameOfCity={nameOfCity}
            onChoose={choose}
            onOrder={change}
            onAdd={(kind) => add(newBlock(kind))}
          />
          <Strip blocks={blocks} warnings={saved.warnings} isStale={hands.state !== "saved"} />
        </div>
        {view === "versions" && <Versions liveVersion={home.version} onClose={close} />}
        {view === "changes" && (
          <Panel title="看改动" text="线上的首页和已存的草稿" onClose={close}>
            <Changes
              key={saved.sinceVersion}
              heads={[home.version > 0 ? `线上 v${home.version}` : "会员看到的", "草稿"]}
            />
          </Panel>
        )}
        {view === undefined && (
          <>
            <div className={styles.middle}>
              {chosen ? (
                <BlockForm
                  key={`${chosen.blockId} ${round} ${copies}`}
                  block={chosen}
                  cities={cities}
                  goods={saved.goods}
                  canEdit={canEdit}
                  faultOf={faultOf}
                  onChange={(next) =>
                    change(blocks.map((one) => (one.blockId === next.blockId ? next : one)))
                  }
                  onCopy={() => {
                    setCopies(copies + 1);
                    add({ ...chosen, blockId: newId(chosen.kind) });
                  }}
                  onDelete={() => {
                    change(blocks.filter(({ blockId }) => blockId !== chosen.blockId));
                    choose(undefined);
                  }}
                />
              ) : (
                <p className={styles.nothing}>左边「加一块」开始做首页。</p>
              )}
              <Checklist checks={faults.length > 0 ? faults : saved.checks} />
            </div>
            <Preview blocks={blocks} cities={cities} />
          </>
        )}
      </div>
    </>
  );
}
