import type { ArMessage } from './message';
import type { en } from './table.en';

export const ar: Record<keyof typeof en, ArMessage> = {};
