/**
 * A setting that prevents the process from starting; the message contains its name and never its
 * value.
 */
export class ConfigError extends Error {}
