CREATE TABLE "offers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"image_id" uuid NOT NULL,
	"title" text NOT NULL,
	"store_platform_ids" uuid[] DEFAULT '{}' NOT NULL,
	"reward_type" text NOT NULL,
	"amount" numeric(20, 2),
	"bonus_id" uuid,
	"spins" integer,
	"description" text NOT NULL,
	"terms" text,
	"min_deposit" numeric(20, 2),
	"level_ids" uuid[] DEFAULT '{}' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"per_user_limit" integer NOT NULL,
	"total_limit" integer,
	"needs_approval" boolean,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"activated_at" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(title, ''))) STORED NOT NULL,
	"position" integer NOT NULL,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_bonus_id_bonuses_id_fk" FOREIGN KEY ("bonus_id") REFERENCES "public"."bonuses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "offers_title_unique" ON "offers" USING btree ("store_code",lower("title"));--> statement-breakpoint
CREATE INDEX "offers_search" ON "offers" USING gin ("search_text" gin_trgm_ops);