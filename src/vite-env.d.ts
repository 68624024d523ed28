interface ImportMetaEnv {
  /** Host of the API where it is not the console's own, e.g. `https://api.example`. */
  readonly VITE_API_HOST?: string
  /** Polls the session this often, milliseconds (spec 9, optional); checked by the build. */
  readonly VITE_SESSION_POLL_MS?: string
  /** Of the console, from package.json. */
  readonly VITE_CONSOLE_VERSION?: string
}
