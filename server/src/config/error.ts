/** A setting that the process cannot start with; the message names it, and never shows its value. */
export class ConfigError extends Error {}
