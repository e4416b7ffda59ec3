/** 工作台: what is wrong now, what waits for this operator, the suppliers, and what is owed to members. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery } from "../../api/client.ts";
import { currentOperator, may } from "../../api/operator.ts";
import { usePulse } from "../../api/pulse.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { longDayText } from "../../parts/format.ts";
import { useNow } from "../../parts/use-now.ts";
import { FigureRow, SalesChart } from "../figures/figure-row.tsx";
import { Banner } from "./banner.tsx";
import styles from "./home.module.css";
import { Liabilities } from "./liabilities.tsx";
import { Queues } from "./queues.tsx";
import { Suppliers } from "./suppliers.tsx";

const greetingAt = (hour: number): string => {
  if (hour < 6) return "夜深了";
  if (hour < 12) return "上午好";
  return hour < 18 ? "下午好" : "晚上好";
};

export default function HomePage() {
  const now = useNow();
  const hour = Math.floor(now / 3_600_000 + 8) % 24;
  const pulse = usePulse();
  const isSupply = may("supply:manage", "supply:read", "supply:money");
  const isLedger = may("ledger:read");
  const suppliers = useQuery({ ...apiQuery(api.operatorSupply.suppliers, {}), enabled: isSupply });
  const balance = useQuery({ ...apiQuery(api.operatorBooks.balance, {}), enabled: isLedger });
  return (
    <>
      <PageHead
        title={`${greetingAt(hour)}，${currentOperator()?.name ?? ""}`}
        text={`${longDayText(now)} · 待办每 15 秒更新，时区 Asia/Shanghai`}
      />
      <Banner suppliers={suppliers.data?.list ?? []} />
      <FigureRow />
      <div className={styles.columns}>
        <div className={styles.main}>
          <SalesChart />
          {isSupply && <Suppliers query={suppliers} />}
          {isLedger && <Liabilities query={balance} />}
        </div>
        <Queues pulse={pulse} />
      </div>
    </>
  );
}
