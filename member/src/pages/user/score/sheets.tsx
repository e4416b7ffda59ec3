/** The information sheets of the points page: expiry, how to earn points, and tasks. */
import type { PointsSummary } from "@yunjing/contract/schemas/points";
import { formatDate } from "../../../device/time.ts";
import { BottomSheetBody } from "../../../components/bottom-sheet-body.tsx";
import { Button } from "../../../components/button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { countText } from "../../../components/money.ts";
import { monthText } from "../../../components/statement/statement-text.ts";
import { Tag } from "../../../components/tag.tsx";
import { useBackLayer } from "../../../shell/facade/dialog-box.tsx";
import { openLink } from "../../../shell/navigate.ts";
import styles from "./sheets.module.css";

export type SheetName = "calendar" | "rules" | "tasks";

interface SheetProps {
  readonly summary: PointsSummary;
  readonly onClose: () => void;
}

const Calendar = ({ summary: { calendar, expiring } }: SheetProps) =>
  calendar.length === 0 ? (
    <EmptyState title="没有会过期的积分" note="积分从得到那天起 12 个月后的月底到期" />
  ) : (
    <>
      <p className="mb-1 text-14 ink-700">
        {expiring > 0 ? `30 天内有 ${countText(expiring)} 积分到期。` : "30 天内没有积分到期。"}
        兑换时先用最早到期的。
      </p>
      <ol aria-label="有效期">
        {calendar.map(({ month, points, at }) => (
          <li key={month} className={styles.row}>
            <span className={styles.rowWords}>
              <span className="text-14 ink-900 medium">{monthText(month)}</span>
              <span className="caption">{formatDate(at)} 后失效</span>
            </span>
            <span className="text-16 ink-900 figure">{countText(points)}</span>
          </li>
        ))}
      </ol>
    </>
  );

const Rules = ({ summary: { rules } }: SheetProps) => (
  <ul className={styles.rules}>
    {rules.map((rule) => (
      <li key={rule}>{rule}</li>
    ))}
  </ul>
);

interface TasksProps {
  readonly tasks: PointsSummary["tasks"];
  readonly onLeave: () => void;
}

/** Ways to earn points, each with a link. */
export const Tasks = ({ tasks, onLeave }: TasksProps) => (
  <ul aria-label="赚积分">
    {tasks.map(({ id, title, text, points, state, url }) => (
      <li key={id} className={styles.row}>
        <span className={styles.rowWords}>
          <span className="text-14 ink-900 medium">
            {title} <span className="gold-700 strong">+{countText(points)}</span>
          </span>
          <span className="caption">{text}</span>
        </span>
        {state === "done" && <Tag tone="ok">已完成</Tag>}
        {state === "open" && url && (
          <Button
            appearance="soft"
            size={32}
            label={`${title}，去完成`}
            onPress={() => {
              onLeave();
              void openLink(url);
            }}
          >
            去完成
          </Button>
        )}
      </li>
    ))}
  </ul>
);

const titles = { calendar: "积分有效期", rules: "积分规则", tasks: "赚积分" } as const;

export function Sheet({ name, ...props }: SheetProps & { readonly name: SheetName }) {
  const { summary, onClose } = props;
  useBackLayer(onClose);
  return (
    <BottomSheetBody isOpen title={titles[name]} onClose={onClose}>
      <div className={styles.body}>
        {name === "calendar" && <Calendar {...props} />}
        {name === "rules" && <Rules {...props} />}
        {name === "tasks" && <Tasks tasks={summary.tasks} onLeave={onClose} />}
      </div>
    </BottomSheetBody>
  );
}
