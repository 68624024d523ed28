CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
-- The contract's fold() (src/contract/search.ts), in the database: without case and accents.
CREATE FUNCTION "fold"(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
SELECT normalize(translate(replace(replace(replace(replace(
	lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f\u064b-\u065f\u0670\u0640]', '', 'g') COLLATE "und-x-icu"),
	'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'đðłøıħŧς', 'ddloihtσ'), NFC)
$$;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold(coalesce(last_message, ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold(first_name || E'\n' || last_name || E'\n' || email || E'\n' || username)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold(number || E'\n' || subject)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold(first_name || E'\n' || last_name || E'\n' || email || E'\n' || username || E'\n' || regexp_replace(coalesce(phone, ''), '\D', '', 'g'))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "chats_search" ON "chats" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "staff_search" ON "staff" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "support_tickets_search" ON "support_tickets" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search_text" gin_trgm_ops);
