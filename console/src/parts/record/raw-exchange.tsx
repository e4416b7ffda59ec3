/** One call and its answer as they went over the wire, without secrets, behind a button. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../button.tsx";
import { Failed, Skeleton } from "../state.tsx";
import styles from "./raw-exchange.module.css";

export type Exchange = { readonly request: string; readonly answer: string };

/** `query` reads the exchange when it is opened: `apiQuery(api.operatorOrders.exchange, { ref })`. */
export function RawExchange(props: {
  readonly query: {
    readonly queryKey: readonly unknown[];
    readonly queryFn: (context: { signal: AbortSignal }) => Promise<Exchange>;
  };
}) {
  const [isOpen, setOpen] = useState(false);
  const exchange = useQuery({ ...props.query, enabled: isOpen, staleTime: Infinity });
  return (
    <>
      <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? "收起原始报文" : "查看原始报文"}
      </Button>
      {isOpen && exchange.isPending && <Skeleton rows={2} />}
      {isOpen && exchange.isError && <Failed failure={exchange.error} />}
      {isOpen && exchange.data && (
        <div className={styles.exchange}>
          <h4>请求</h4>
          <pre tabIndex={0}>{exchange.data.request}</pre>
          <h4>返回结果</h4>
          <pre tabIndex={0}>{exchange.data.answer}</pre>
        </div>
      )}
    </>
  );
}
