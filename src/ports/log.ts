/** 'Only logged' (spec 4, 8): POST _log and console.info, no toast. */
export interface LogPort {
  log(code: string, message?: string): void
}
