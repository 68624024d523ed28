/** A setting that cannot be used. `message` is the line that is printed. */
export class SettingsError extends Error {}
