CREATE TABLE "connected_rails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"is_connected" boolean NOT NULL,
	"health" text DEFAULT 'UNKNOWN' NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"is_paused" boolean NOT NULL,
	"pause_reason" text,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(name, ''))) STORED NOT NULL,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "connected_rails_name_unique" ON "connected_rails" USING btree (lower("name" collate "und-x-icu"));--> statement-breakpoint
CREATE INDEX "connected_rails_search" ON "connected_rails" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "rail_attempts_recent" ON "rail_attempts" USING btree ("rail","created_at");