/**
 * 会员等级: the current level and its end date, the benefits of each level, and the history of growth.
 */
import { useQuery } from "@tanstack/react-query";
import type { Level, LevelSummary } from "@yunjing/contract/schemas/levels";
import { useState } from "react";
import { api, apiQuery } from "../../../api.ts";
import { formatDate } from "../../../device/time.ts";
import { BottomSheetBody } from "../../../components/bottom-sheet-body.tsx";
import { ErrorBlock } from "../../../components/empty-state.tsx";
import { Icon } from "../../../components/icon.tsx";
import { check } from "../../../components/icons.ts";
import { countText } from "../../../components/money.ts";
import { Skeleton } from "../../../components/skeleton.tsx";
import { changeText } from "../../../components/statement/statement-text.ts";
import { Tabs } from "../../../components/tabs.tsx";
import { useBackLayer } from "../../../shell/facade/dialog-box.tsx";
import { benefitIcon } from "./benefit-icons.ts";
import styles from "./level-sheet.module.css";

/** Returns 等级保留到 2027-11-30 with what is required to keep the level. */
export function keptUntilText({ keptUntil, toKeep }: LevelSummary): string {
  if (keptUntil === undefined) return "达到下一级的成长值就升级";
  const until = `保留到 ${formatDate(keptUntil)}`;
  return toKeep > 0 ? `${until}，再得 ${countText(toKeep)} 成长值可续` : `${until}，已达续级条件`;
}

const nextOf = ({ grade, growth, levels }: LevelSummary): Level | undefined =>
  levels.find((level) => level.grade > grade && level.growthFrom > growth);

/** Returns 再得 520 成长值升金鲸会员; the highest level has no next one. */
export function nextLevelText(summary: LevelSummary): string {
  const next = nextOf(summary);
  if (!next) return "已是最高等级";
  return `再得 ${countText(next.growthFrom - summary.growth)} 成长值升${next.name}`;
}

const Benefits = ({ level }: { readonly level: Level }) => (
  <ul aria-label={`${level.name}的权益`}>
    {level.benefits.map(({ icon, name, text }) => (
      <li key={name} className={styles.row}>
        <span className={styles.benefitIcon}>
          <Icon of={benefitIcon(icon)} size={22} />
        </span>
        <span className="grid gap-half grow">
          <span className="text-14 ink-900 medium">{name}</span>
          <span className="caption">{text}</span>
        </span>
      </li>
    ))}
  </ul>
);

interface LadderProps {
  readonly summary: LevelSummary;
  readonly shown: number;
  readonly onShow: (grade: number) => void;
}

const levelStepTexts = { past: "已达到", now: "当前等级" } as const;

/** Every level as a step; the benefits of the selected one are shown below. */
const LevelList = ({ summary: { levels, grade }, shown, onShow }: LadderProps) => (
  <ol className={styles.ladder} aria-label="等级">
    {levels.map((level) => {
      const state = level.grade < grade ? "past" : level.grade === grade ? "now" : "ahead";
      return (
        <li key={level.grade}>
          <button
            type="button"
            className={styles.step}
            data-state={state}
            aria-pressed={level.grade === shown}
            onClick={() => onShow(level.grade)}
          >
            <span className={styles.mark}>
              {state === "past" ? <Icon of={check} size={14} /> : level.grade}
            </span>
            <span className="text-12 ink-900 medium">{level.name}</span>
            <span className={state === "now" ? "text-12 gold-700" : "caption"}>
              {state === "ahead" ? `满 ${countText(level.growthFrom)}` : levelStepTexts[state]}
            </span>
          </button>
        </li>
      );
    })}
  </ol>
);

const History = ({ history }: Pick<LevelSummary, "history">) =>
  history.length === 0 ? (
    <p className={styles.nothing}>还没有成长记录，完成一单就有了</p>
  ) : (
    <ol aria-label="成长记录">
      {history.map(({ text, growth, at }) => (
        <li key={`${at}${text}`} className={styles.row}>
          <span className="grid gap-half grow">
            <span className="text-14 ink-900">{text}</span>
            <time className="caption">{formatDate(at)}</time>
          </span>
          {growth !== 0 && (
            <span className={`flex-none text-16 bold ${growth > 0 ? "gold-700" : "ink-900"}`}>
              {changeText(growth, "points")}
            </span>
          )}
        </li>
      ))}
    </ol>
  );

const Rules = ({ rules }: Pick<LevelSummary, "rules">) => (
  <ul className={styles.rules}>
    {rules.map((rule) => (
      <li key={rule}>{rule}</li>
    ))}
  </ul>
);

const tabs = [
  { id: "benefits", text: "等级权益" },
  { id: "history", text: "成长记录" },
  { id: "rules", text: "规则" },
] as const;

function Content({ summary }: { readonly summary: LevelSummary }) {
  const { grade, growth, levels } = summary;
  const [shown, setShown] = useState(grade);
  const [tab, setTab] = useState<string>("benefits");
  const level = levels.find((each) => each.grade === shown);
  const next = nextOf(summary);
  return (
    <div className={styles.content}>
      <div className={styles.plate}>
        <p className={styles.growth}>
          <strong>{countText(growth)}</strong>
          <span>{next ? `/ ${countText(next.growthFrom)} 成长值` : "成长值"}</span>
        </p>
        <span className={styles.bar}>
          <span style={{ transform: `scaleX(${next ? growth / next.growthFrom : 1})` }} />
        </span>
        <p className={styles.plateText}>{nextLevelText(summary)}</p>
        <p className={styles.plateText}>{keptUntilText(summary)}</p>
      </div>
      <Tabs label="会员等级" appearance="lined" items={tabs} value={tab} onChoose={setTab} />
      {tab === "benefits" && (
        <>
          <LevelList summary={summary} shown={shown} onShow={setShown} />
          {level && <Benefits level={level} />}
        </>
      )}
      {tab === "history" && <History history={summary.history} />}
      {tab === "rules" && <Rules rules={summary.rules} />}
    </div>
  );
}

export function LevelSheet({ onClose }: { readonly onClose: () => void }) {
  const { data, isLoadingError, refetch } = useQuery(apiQuery(api.levels.summary, {}));
  useBackLayer(onClose);
  return (
    <BottomSheetBody isOpen title="会员等级" onClose={onClose}>
      {data ? (
        <Content summary={data} />
      ) : isLoadingError ? (
        <ErrorBlock note="没能读到等级，你的成长值没有变化" onRetry={refetch} />
      ) : (
        <Skeleton shape="row" count={3} />
      )}
    </BottomSheetBody>
  );
}
