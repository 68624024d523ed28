CREATE TABLE "deposit_bonus_types" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"trigger" text NOT NULL,
	"nth" integer,
	"weekdays" text[] DEFAULT '{}' NOT NULL,
	"method_kind" text NOT NULL,
	"percent" numeric(30, 2) NOT NULL,
	"max_amount" numeric(20, 2) NOT NULL,
	"min_deposit" numeric(20, 2) NOT NULL,
	"wagering_multiplier" numeric(30, 1) NOT NULL,
	"expiry_days" integer NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(name, ''))) STORED NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"position" integer NOT NULL,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_bonus_types_name_unique" ON "deposit_bonus_types" USING btree ("store_code",lower("name"));--> statement-breakpoint
CREATE INDEX "deposit_bonus_types_search" ON "deposit_bonus_types" USING gin ("search_text" gin_trgm_ops);