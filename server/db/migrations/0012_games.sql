CREATE TABLE "games" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"platform_id" uuid NOT NULL,
	"game_type_id" uuid NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"rtp" numeric(7, 2),
	"volatility" text,
	"description" text,
	"meta_title" text,
	"meta_description" text,
	"canonical_url" text,
	"noindex" boolean,
	"published_at" timestamp (3) with time zone,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(name, '')) || E'\n' || fold(coalesce(slug, ''))) STORED NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"position" integer NOT NULL,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "games" ADD CONSTRAINT "games_platform_id_game_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."game_platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "games" ADD CONSTRAINT "games_game_type_id_game_types_id_fk" FOREIGN KEY ("game_type_id") REFERENCES "public"."game_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "games_slug_unique" ON "games" USING btree ("store_code",lower("slug"));--> statement-breakpoint
CREATE INDEX "games_search" ON "games" USING gin ("search_text" gin_trgm_ops);