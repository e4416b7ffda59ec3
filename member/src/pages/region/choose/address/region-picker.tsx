/** Selects province, city and district in turn; skips a level that has only one region. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Region } from "@yunjing/contract/schemas/regions";
import { useState } from "react";
import { api, apiQuery } from "../../../../api.ts";
import { userMessageFor } from "../../../../device/failure.ts";
import { Chips } from "../../../../components/chip.tsx";
import { ErrorBlock } from "../../../../components/empty-state.tsx";
import { FlowSheet } from "../../../../components/flow-sheet.tsx";
import { Icon } from "../../../../components/icon.tsx";
import { check } from "../../../../components/icons.ts";
import { Bone } from "../../../../components/skeleton.tsx";
import { toast } from "../../../../shell/facade/facade.ts";
import styles from "./address.module.css";

type RegionStep = Pick<Region, "code" | "name">;

interface RegionPickerProps {
  /** The previous selection, which is marked. */
  readonly codes: readonly string[];
  readonly onChoose: (chain: readonly RegionStep[]) => void;
  readonly onClose: () => void;
}

const LEVELS = ["省份", "城市", "区县"] as const;
const childRegions = (parent: string | undefined) => ({
  ...apiQuery(api.regions.children, parent === undefined ? {} : { parent }),
  staleTime: Infinity,
});

const Waiting = () => (
  <div className={styles.bones} role="status" aria-label="加载中">
    {[70, 50, 60, 40].map((width) => (
      <Bone key={width} width={width} />
    ))}
  </div>
);

export function RegionPicker({ codes, onChoose, onClose }: RegionPickerProps) {
  const [chain, setChain] = useState<readonly RegionStep[]>([]);
  const [isBusy, setBusy] = useState(false);
  const queries = useQueryClient();
  const parent = chain.at(-1)?.code;
  const { data, isLoadingError, refetch } = useQuery(childRegions(parent));

  /**
   * Descends to the next level with more than one region; without child regions the path is
   * complete.
   */
  const openLevel = async (steps: readonly RegionStep[]): Promise<void> => {
    const { list } = await queries.fetchQuery(childRegions(steps.at(-1)?.code));
    const [only, ...others] = list;
    if (!only) onChoose(steps);
    else if (others.length === 0) await openLevel([...steps, only]);
    else setChain(steps);
  };
  const take = async ({ code, name }: RegionStep): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    await openLevel([...chain, { code, name }])
      .catch((failure: unknown) => toast(userMessageFor(failure), { kind: "failed" }))
      .finally(() => setBusy(false));
  };

  const level = LEVELS[Math.min(chain.length, LEVELS.length - 1)] ?? LEVELS[0];
  // A municipality is both province and city, so it is listed once.
  const steps = chain.filter(({ name }, at) => name !== chain[at - 1]?.name);
  const path = [
    ...steps.map(({ code, name }) => ({ id: code, text: name })),
    { id: "", text: `选择${level}` },
  ];
  return (
    <FlowSheet reason="choosing a region" title="选择所在地区" onClose={onClose}>
      <div className={styles.picker}>
        <Chips
          label="已选地区"
          items={path}
          value=""
          on="surface"
          onChoose={(id) => {
            const at = chain.findIndex(({ code }) => code === id);
            if (at >= 0) setChain(chain.slice(0, at));
          }}
        />
        {isLoadingError && <ErrorBlock note="地区没有读到" onRetry={refetch} />}
        {!data && !isLoadingError && <Waiting />}
        {data && (
          <ul className={styles.regions} aria-label={level}>
            {data.list.map((region) => (
              <li key={region.code}>
                <button
                  type="button"
                  className={styles.regionRow}
                  aria-current={codes.includes(region.code) ? "true" : undefined}
                  onClick={() => void take(region)}
                >
                  {region.name}
                  {codes.includes(region.code) && <Icon of={check} size={18} />}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </FlowSheet>
  );
}
