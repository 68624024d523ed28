CREATE TABLE "brand_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"description" text,
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
CREATE TABLE "game_types" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"wagering_weight" numeric(7, 2) NOT NULL,
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
CREATE TABLE "game_platforms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"category_ids" uuid[] DEFAULT '{}' NOT NULL,
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
CREATE TABLE "crypto_coins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"symbol" text NOT NULL,
	"network" text NOT NULL,
	"name" text NOT NULL,
	"decimals" integer NOT NULL,
	"contract_address" text,
	"required_confirmations" integer NOT NULL,
	"min_deposit" numeric(38, 18) NOT NULL,
	"min_withdrawal" numeric(38, 18) NOT NULL,
	"max_withdrawal" numeric(38, 18) NOT NULL,
	"network_fee" numeric(38, 18) NOT NULL,
	"rate_source" text NOT NULL,
	"fixed_rate" numeric(30, 8),
	"low_balance_at" numeric(38, 18),
	"is_deposit_enabled" boolean DEFAULT true NOT NULL,
	"is_withdrawal_enabled" boolean DEFAULT true NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(symbol, '')) || E'\n' || fold(coalesce(name, ''))) STORED NOT NULL,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "brand_categories_name_unique" ON "brand_categories" USING btree ("store_code",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "brand_categories_slug_unique" ON "brand_categories" USING btree ("store_code",lower("slug"));--> statement-breakpoint
CREATE INDEX "brand_categories_search" ON "brand_categories" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "game_types_name_unique" ON "game_types" USING btree ("store_code",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "game_types_slug_unique" ON "game_types" USING btree ("store_code",lower("slug"));--> statement-breakpoint
CREATE INDEX "game_types_search" ON "game_types" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "game_platforms_name_unique" ON "game_platforms" USING btree ("store_code",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "game_platforms_slug_unique" ON "game_platforms" USING btree ("store_code",lower("slug"));--> statement-breakpoint
CREATE INDEX "game_platforms_search" ON "game_platforms" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "crypto_coins_symbol_network_unique" ON "crypto_coins" USING btree ("store_code",lower("symbol"),"network");--> statement-breakpoint
CREATE INDEX "crypto_coins_search" ON "crypto_coins" USING gin ("search_text" gin_trgm_ops);