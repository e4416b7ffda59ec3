/** The metrics of the push channel. */
import { Counter, Gauge, type Registry } from "prom-client";

export type PushMetrics = {
  readonly sockets: Gauge;
  readonly delivered: Counter;
  readonly resumes: Counter;
  readonly gaps: Counter;
};

/** Registers them in the process's registry. */
export const createPushMetrics = (registry: Registry): PushMetrics => {
  const registers = [registry];
  return {
    sockets: new Gauge({ name: "push_sockets", help: "open sockets of members", registers }),
    delivered: new Counter({
      name: "push_events_delivered_total",
      help: "events given to sockets",
      registers,
    }),
    resumes: new Counter({
      name: "push_resumes_total",
      help: "sockets that went on after an event",
      registers,
    }),
    gaps: new Counter({
      name: "push_gaps_total",
      help: "sockets that had missed too much",
      registers,
    }),
  };
};
