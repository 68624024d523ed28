/** Apart from the schemas: the entry of the console writes to it while a page is closed. */
export const PREFERENCES_PATH = '/api/v1/admin/profile/preferences'
